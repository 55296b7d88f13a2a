import { type FormEvent, useRef, useState } from 'react'

/** Form state that shows errors after the first submit and focuses the first invalid field. */
export function useCheckedForm<Errors extends object>(errors: Errors, onValid: () => void) {
  const ref = useRef<HTMLFormElement>(null)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setWasSubmitted(true)
    if (Object.keys(errors).length > 0) focusInvalid(ref.current)
    else onValid()
  }
  const visibleErrors: Partial<Errors> = wasSubmitted ? errors : {}
  return {
    /** Errors to show next to the fields. */
    visibleErrors,
    form: { ref, noValidate: true, onSubmit },
  }
}

/** Focuses the first invalid field once the errors have rendered. */
export function focusInvalid(form: HTMLElement | null, fallbackSelector?: string): void {
  requestAnimationFrame(() => {
    const field =
      form?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      (fallbackSelector === undefined ? null : form?.querySelector<HTMLElement>(fallbackSelector))
    field?.focus()
  })
}
