/** Focuses the first invalid field once the errors have rendered. */
export function focusInvalid(form: HTMLElement | null, fallbackSelector?: string): void {
  requestAnimationFrame(() => {
    const field =
      form?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      (fallbackSelector === undefined ? null : form?.querySelector<HTMLElement>(fallbackSelector))
    field?.focus()
  })
}
