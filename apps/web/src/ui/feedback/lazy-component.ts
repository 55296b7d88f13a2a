import { lazy, type ReactNode } from 'react'
import { announceArrival } from '../../lib/api/arrivals.ts'

/** Loads a module's named component on first render. Use it inside our `Suspense`. */
export function lazyComponent<Name extends string, Props>(
  load: () => Promise<Record<Name, (props: Props) => ReactNode>>,
  name: Name,
) {
  return lazy(async () => {
    try {
      return { default: (await load())[name] }
    } finally {
      announceArrival()
    }
  })
}
