import { type FormEvent, useRef, useState } from 'react'
import { focusInvalid } from './focus-invalid.ts'

/** Form state that shows errors after the first submit and focuses the first invalid field. */
export function useCheckedForm<Complaints extends object>(
  complaints: Complaints,
  send: () => void,
) {
  const ref = useRef<HTMLFormElement>(null)
  const [isTried, setIsTried] = useState(false)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (Object.keys(complaints).length > 0) focusInvalid(ref.current)
    else send()
  }
  const shown: Partial<Complaints> = isTried ? complaints : {}
  return {
    /** Errors to show next to the fields. */
    shown,
    form: { ref, noValidate: true, onSubmit },
  }
}
