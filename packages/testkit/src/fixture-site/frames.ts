// Documents inside the document.
import { imagePath, page, type Fixtures } from './fixture.ts'

export const framePages: Fixtures = {
  '/frames': {
    title:
      'Frames of 400 x 200 px below each other: same origin green, other origin blue, own markup red, 3000 px below a lazy one blue',
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
    title: 'Shadow trees: an open one green, below it a closed one with an image in blue, each 400 x 200 px',
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
