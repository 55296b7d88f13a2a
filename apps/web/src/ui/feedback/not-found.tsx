import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'

type NotFoundProps = {
  /** Missing object: "trace", "page". */
  thing: string
  /** Link to the list, with the same filters. */
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
