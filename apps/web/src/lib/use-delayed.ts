import { useEffect, useState } from 'react'

/** False until the component has been on screen for `ms`. */
export function useDelayed(ms: number): boolean {
  const [hasPassed, setPassed] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])

  return hasPassed
}
