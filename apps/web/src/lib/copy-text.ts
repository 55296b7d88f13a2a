/** What is told to somebody whose text `copyText` could not copy. */
export const COPY_REFUSED = 'The browser does not allow writing to the clipboard here'

/** Puts a text into the clipboard; false where the browser lets nobody. */
export async function copyText(text: string): Promise<boolean> {
  const { clipboard } = navigator as Partial<Navigator>
  if (!clipboard) return copyByEvent(text)
  return await clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

/** On plain http from another machine there is no clipboard but that of a copy somebody asks for. */
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
