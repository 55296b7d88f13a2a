import { lazy, type ReactNode } from 'react'
import { announceArrival } from '../lib/arrivals.ts'

/** What a module exports under a name, loaded when it is first shown, inside a `Suspense` of ours. */
export function lazyPart<Name extends string, Props>(
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
