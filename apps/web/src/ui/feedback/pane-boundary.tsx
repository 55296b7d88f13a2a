import { QueryErrorResetBoundary, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { createContext, type ReactNode, use } from 'react'
import { ErrorPanel } from './error-panel.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { Suspense } from './suspense.tsx'

type PaneBoundaryProps = {
  /** Completes "Could not load …": "the limits". */
  contentLabel: string
  /** Shown while loading; skeleton rows by default. */
  pending?: ReactNode
  children: ReactNode
}

// A context passes the label so that the boundary's fallback component stays the same across
// renders.
const ContentLabel = createContext('this')

/** Suspense and error boundary for one pane, so that the rest of the page keeps working. */
export function PaneBoundary({ contentLabel, pending, children }: PaneBoundaryProps) {
  return (
    <ContentLabel value={contentLabel}>
      {/* A separate boundary, so that an error elsewhere does not reset a retry here. */}
      <QueryErrorResetBoundary>
        <CatchBoundary getResetKey={() => contentLabel} errorComponent={PaneFailure}>
          <Suspense fallback={pending ?? <SkeletonRows contentLabel={contentLabel} />}>
            {children}
          </Suspense>
        </CatchBoundary>
      </QueryErrorResetBoundary>
    </ContentLabel>
  )
}

function PaneFailure({ error, reset }: ErrorComponentProps) {
  const loads = use(ContentLabel)
  const queries = useQueryErrorResetBoundary()
  const handleRetry = () => {
    queries.reset()
    reset()
  }
  return <ErrorPanel action={`load ${loads}`} error={error} onRetry={handleRetry} />
}
