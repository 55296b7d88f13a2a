export const CLIPBOARD_DENIED = 'The browser does not allow writing to the clipboard here'

/** Copies text to the clipboard. Returns false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  const { clipboard } = navigator as Partial<Navigator>
  if (!clipboard) return copyByEvent(text)
  return await clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

/** Plain http from another machine has no clipboard API, only copy events. */
function copyByEvent(text: string): boolean {
  let isCopied = false
  const handleCopy = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    event.clipboardData?.setData('text/plain', text)
    isCopied = event.clipboardData !== null
  }
  document.addEventListener('copy', handleCopy, { capture: true })
  document.execCommand('copy')
  document.removeEventListener('copy', handleCopy, { capture: true })
  return isCopied
}
