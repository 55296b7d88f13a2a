/** Where the page finds it: scripts inside a page are not run. */
export const SCRIPT_PATH = '/public/copy.js'

/** A button beside each text, made once the text is shown: without scripts the page has none that do nothing. A word where a file is not what it says it is. */
export const SCRIPT = `
const copy = async (text, shown) => {
  // Browsers have no clipboard for pages from afar that come without TLS.
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  getSelection().selectAllChildren(shown)
  if (!document.execCommand('copy')) throw new Error('Not copied')
}

const buttonFor = (label, text, shown) => {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = label
  button.setAttribute('aria-live', 'polite')
  button.addEventListener('click', async () => {
    button.textContent = await copy(text(), shown).then(() => 'Copied', () => 'Could not copy')
    setTimeout(() => (button.textContent = label), 1500)
  })
  return button
}

const addButtons = (part) => {
  if (part.dataset.copies) return
  part.dataset.copies = 'true'
  for (const shown of part.querySelectorAll('pre'))
    shown.before(buttonFor('Copy', () => shown.textContent, shown))
}

document.addEventListener('toggle', ({ target }) => addButtons(target), { capture: true })
for (const part of document.querySelectorAll('details[open]')) addButtons(part)

const tellBroken = (shown) => {
  const told = document.createElement('p')
  told.textContent = 'This cannot be shown: it may be damaged, or not be what it says it is.'
  shown.replaceWith(told)
}

addEventListener('error', ({ target }) => target.closest?.('figure') && tellBroken(target), true)
// Those that failed before this was here.
for (const one of document.querySelectorAll('figure :is(img, audio, video)'))
  if (one.error || (one.complete && one.naturalWidth === 0)) tellBroken(one)

const title = document.querySelector('h1')
title.after(buttonFor('Copy the link', () => location.href, title))
`
