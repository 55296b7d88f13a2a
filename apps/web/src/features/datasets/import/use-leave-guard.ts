import { useRef } from 'react'

/** Aborts a request without reporting the abort as a failure. */
export function useLeaveGuard() {
  const ref = useRef(new AbortController())
  return {
    begin: (): AbortSignal => {
      ref.current = new AbortController()
      return ref.current.signal
    },
    leave: (onLeave: () => void): void => {
      onLeave()
      ref.current.abort()
    },
  }
}
