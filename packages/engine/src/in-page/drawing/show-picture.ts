interface Image {
  src: string
  style: { cssText: string }
  decode(): Promise<void>
}
declare const document: { createElement(name: 'img'): Image; body: { append(image: Image): void } }

/** Shows a picture as wide as the page and waits until it is decoded. Returns true. */
export async function showPicture(address: string): Promise<true> {
  const image = document.createElement('img')
  image.src = address
  image.style.cssText = 'display: block; width: 100%'
  document.body.append(image)
  await image.decode()
  return true
}
