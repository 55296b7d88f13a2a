/** Inserts text at the caret, or at the end if the field has none. */
export function insertAtCaret(field: HTMLTextAreaElement, text: string): void {
  const { value, selectionStart, selectionEnd } = field
  const hasCaret = field === document.activeElement || selectionEnd > 0
  const start = hasCaret ? selectionStart : value.length
  const end = hasCaret ? selectionEnd : value.length
  field.setRangeText(addSpacing(text, value.slice(0, start), value.slice(end)), start, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  const { activeElement } = document
  if (activeElement === document.body || field.form?.contains(activeElement)) field.focus()
}

export function addSpacing(text: string, before: string, after: string): string {
  const lead = before === '' || /[\s([{„“"']$/.test(before) ? '' : ' '
  const trailingSpace = after === '' || /^[\s.,;:!?)\]}”"']/.test(after) ? '' : ' '
  return `${lead}${text.trim()}${trailingSpace}`
}
