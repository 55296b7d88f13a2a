import { useRef } from 'react'

/** A request that can be left: `leave` forgets it first, so that its end is no failure. */
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
