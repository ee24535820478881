/** The words of elements that stand on more than one line. */
export function brokenWords(elements: Iterable<Element>): string[] {
  return [...elements].flatMap((element) => textsOf(element).flatMap(brokenIn))
}

function textsOf(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

function brokenIn(text: Text): string[] {
  return [...text.data.matchAll(/[^\s-]+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    return range.getClientRects().length > 1 ? [word] : []
  })
}
