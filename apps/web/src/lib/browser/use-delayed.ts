import { useEffect, useState } from 'react'

export function useDelayed(ms: number): boolean {
  const [hasPassed, setPassed] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])

  return hasPassed
}
