import { type FormEvent, useRef, useState } from 'react'
import { focusInvalid } from './focus-invalid.ts'

/** A form that complains once somebody tried to send it, and then leads to the first field that is wrong. */
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
    /** What to say beside the fields by now. */
    shown,
    form: { ref, noValidate: true, onSubmit },
  }
}
