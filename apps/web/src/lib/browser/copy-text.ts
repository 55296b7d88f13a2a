export const COPY_REFUSED = 'The browser does not allow writing to the clipboard here'

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
  let isDone = false
  const put = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    event.clipboardData?.setData('text/plain', text)
    isDone = event.clipboardData !== null
  }
  document.addEventListener('copy', put, { capture: true })
  document.execCommand('copy')
  document.removeEventListener('copy', put, { capture: true })
  return isDone
}
