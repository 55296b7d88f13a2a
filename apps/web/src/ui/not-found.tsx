import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'

type NotFoundProps = {
  /** What is missing: "trace", "page". */
  thing: string
  /** The way back, a link to the list with the same filters. */
  back: ReactNode
}

export function NotFound({ thing, back }: NotFoundProps) {
  return (
    <EmptyState
      isPage
      title={`No such ${thing}`}
      hint="It may have been deleted, or the address may be incomplete."
      action={back}
    />
  )
}
