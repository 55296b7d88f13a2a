const TRIES = 20

/**
 * Focuses a card or edge. One that was out of sight is drawn a little later, and from afar not at all: then it is
 * told instead.
 */
export function focusOnCanvas(
  type: 'node' | 'edge',
  id: string,
  tell: () => void,
  tries = 0,
): void {
  requestAnimationFrame(() => {
    const drawn = document.querySelector<HTMLElement | SVGElement>(
      `.react-flow__${type}[data-id="${CSS.escape(id)}"]`,
    )
    if (drawn) drawn.focus({ preventScroll: true })
    else if (tries < TRIES) focusOnCanvas(type, id, tell, tries + 1)
    else tell()
  })
}
