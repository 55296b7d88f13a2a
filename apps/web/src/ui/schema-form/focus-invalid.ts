/** Focuses the first invalid field once the errors have rendered. */
export function focusInvalid(form: HTMLElement | null, otherwise?: string): void {
  requestAnimationFrame(() => {
    const field =
      form?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      (otherwise === undefined ? null : form?.querySelector<HTMLElement>(otherwise))
    field?.focus()
  })
}
