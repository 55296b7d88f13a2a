/** URL of the script. The page blocks inline scripts. */
export const SCRIPT_PATH = '/public/copy.js'

/**
 * Adds copy buttons to expanded texts, so that the page has no dead buttons without JavaScript.
 * Replaces files that the browser cannot render by a message.
 */
export const SCRIPT = `
const copy = async (text, shown) => {
  // Browsers provide the clipboard only to secure origins.
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

const replaceBroken = (shown) => {
  const message = document.createElement('p')
  message.textContent = 'This file cannot be shown: it is damaged or of another type.'
  shown.replaceWith(message)
}

addEventListener('error', ({ target }) => target.closest?.('figure') && replaceBroken(target), true)
// Files that failed to load before this script did.
for (const one of document.querySelectorAll('figure :is(img, audio, video)'))
  if (one.error || (one.complete && one.naturalWidth === 0)) replaceBroken(one)

const title = document.querySelector('h1')
title.after(buttonFor('Copy link', () => location.href, title))
`
