import { findRuleTexts } from './find-rule-texts.ts'

/** The rules of a style sheet as the browser writes them, and the text of its file. */
export interface RulesOfFile {
  rules: readonly string[]
  file: string
}

/** Writes the rules of a style sheet that scripts changed, those that are still as in its file with the file's text. */
export function restoreRules({ rules, file }: RulesOfFile): string {
  const texts = findRuleTexts(file)
  return rules.map((rule) => texts.get(rule) ?? rule).join('\n')
}
