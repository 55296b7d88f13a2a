import {
  Suspense as ReactSuspense,
  startTransition,
  type SuspenseProps,
  useLayoutEffect,
  useReducer,
  useState,
  useSyncExternalStore,
} from 'react'
import { countArrivals, followArrivals } from '../lib/arrivals.ts'

/**
 * As React's, but shows its children as soon as what they wait for has arrived. By itself React waits
 * until 300 ms after anything on the page was put in place of something else; not so with what is
 * rendered by an update, so this makes one at each arrival.
 */
export function Suspense({ fallback, children }: SuspenseProps) {
  const [, tryAgain] = useReducer((times: number) => times + 1, 0)
  return (
    <ReactSuspense
      fallback={
        <>
          <Waiting onArrival={tryAgain} />
          {fallback}
        </>
      }
    >
      {children}
    </ReactSuspense>
  )
}

function Waiting({ onArrival }: { onArrival: () => void }) {
  const arrivals = useSyncExternalStore(followArrivals, countArrivals)
  const [before] = useState(arrivals)
  useLayoutEffect(() => {
    if (arrivals !== before) startTransition(onArrival)
  }, [arrivals, before, onArrival])
  return null
}
