// Documents inside the document.
import { imagePath, page, type Fixtures } from './fixture.ts'

export const framePages: Fixtures = {
  '/frames': {
    title:
      'Stacked frames of 400 x 200 px: same origin green, other origin blue, srcdoc red, 3000 px below a lazy one blue',
    body: ({ otherUrl }) =>
      page(
        'iframe { display: block; width: 400px; height: 200px; border: 0 } div { height: 3000px }',
        `<iframe src="/green"></iframe>
        <iframe src="${otherUrl}/blue"></iframe>
        <iframe srcdoc="<body style='background: #f00'>"></iframe>
        <div></div>
        <iframe loading="lazy" src="${otherUrl}/blue"></iframe>`,
      ),
  },
  '/shadow-trees': {
    title: 'Shadow trees of 400 x 200 px: an open one in green, below it a closed one with a blue image',
    body: page(
      '',
      `<div><template shadowrootmode="open">${block('#0f0')}</template></div>
      <div><template shadowrootmode="closed"><img style="display: block" src="${imagePath('#0000ff', 400, 200)}"></template></div>`,
    ),
  },
}

function block(colour: string): string {
  return `<p style="margin: 0; width: 400px; height: 200px; background: ${colour}"></p>`
}
