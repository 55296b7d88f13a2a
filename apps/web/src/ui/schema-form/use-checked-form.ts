import { type FormEvent, useRef, useState } from 'react'
import { focusInvalid } from './focus-invalid.ts'

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
  const shown: Partial<Errors> = wasSubmitted ? errors : {}
  return {
    /** Errors to show next to the fields. */
    shown,
    form: { ref, noValidate: true, onSubmit },
  }
}
