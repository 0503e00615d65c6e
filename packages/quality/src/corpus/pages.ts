import { createContent, mainText } from './content.ts'
import { heads } from './heads.ts'
import { LANGUAGES } from './languages.ts'
import { page } from './markup.ts'
import { createRandom } from './random.ts'
import { blogs } from './templates/blogs.ts'
import { news } from './templates/news.ts'
import { reference } from './templates/reference.ts'

/** A page with what is known of its article. */
export interface Sample {
  name: string
  url: string
  html: string
  text: string
  /** What the page says of the article; fields that it does not have are missing. */
  said: Partial<Record<'title' | 'author' | 'date' | 'description' | 'image', string>>
}

/** Pages of one template, in each of its languages. */
const VARIANTS = 2

/** Makes pages of all templates, the same ones every time. */
export function makePages(): Sample[] {
  const wanted = [...blogs, ...news, ...reference].flatMap((template) =>
    (template.languages ?? ['en', 'en']).flatMap((code) =>
      Array.from({ length: VARIANTS }, (_, variant) => ({ template, code, variant })),
    ),
  )
  return wanted.map(({ template, code, variant }, number) => {
    const language = LANGUAGES.find((each) => each.code === code)!
    const content = createContent(language, createRandom(number + 1), template.wish, number)
    const kind = template.heads[(number + variant) % template.heads.length]!
    const { title, author, date, description, image } = content
    const head = heads[kind](content)
    const html = page(content, head, template.body(content), template.bodyNames)
    return {
      name: `${number} ${template.name} (${code}, ${kind})`,
      url: `https://site${number}.example.org/story/${number}`,
      html,
      text: mainText(content),
      said: {
        title,
        ...(html.includes(author) && { author }),
        ...(html.includes(date.slice(0, 10)) && { date }),
        ...(head.includes('escription') && { description }),
        ...(head.includes(image) && { image }),
      },
    }
  })
}
