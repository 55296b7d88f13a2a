import { useRef } from 'react'

/** Aborts a request without reporting the abort as a failure. */
export function useLeaving() {
  const ref = useRef(new AbortController())
  return {
    begin: (): AbortSignal => {
      ref.current = new AbortController()
      return ref.current.signal
    },
    leave: (forget: () => void): void => {
      forget()
      ref.current.abort()
    },
  }
}
