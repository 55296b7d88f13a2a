/** Puts the cursor into the first field that is wrong, once the errors are on the page. */
export function focusInvalid(form: HTMLElement | null, otherwise?: string): void {
  requestAnimationFrame(() => {
    const field =
      form?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      (otherwise === undefined ? null : form?.querySelector<HTMLElement>(otherwise))
    field?.focus()
  })
}
