import { QueryErrorResetBoundary, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { createContext, type ReactNode, use } from 'react'
import { ErrorPanel } from './error-panel.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { Suspense } from './suspense.tsx'

type PaneBoundaryProps = {
  /** What the pane loads, as in "Could not load …": "the limits". */
  loads: string
  /** While it loads; skeleton rows if not given. */
  pending?: ReactNode
  children: ReactNode
}

// The boundary takes a component for failures, which must not be made anew with each render.
const Loads = createContext('this')

/** Keeps waiting and failing within one pane, so that the rest of the page works. */
export function PaneBoundary({ loads, pending, children }: PaneBoundaryProps) {
  return (
    <Loads value={loads}>
      {/* Of its own: what fails elsewhere would take a retry here back. */}
      <QueryErrorResetBoundary>
        <CatchBoundary getResetKey={() => loads} errorComponent={PaneFailure}>
          <Suspense fallback={pending ?? <SkeletonRows awaiting={loads} />}>{children}</Suspense>
        </CatchBoundary>
      </QueryErrorResetBoundary>
    </Loads>
  )
}

function PaneFailure({ error, reset }: ErrorComponentProps) {
  const loads = use(Loads)
  const queries = useQueryErrorResetBoundary()
  const handleRetry = () => {
    queries.reset()
    reset()
  }
  return <ErrorPanel attempted={`load ${loads}`} error={error} onRetry={handleRetry} />
}
