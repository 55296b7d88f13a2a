import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'

type NotFoundProps = {
  /** Missing object: "trace", "page". */
  resource: string
  /** Link to the list, with the same filters. */
  backLink: ReactNode
}

export function NotFound({ resource, backLink }: NotFoundProps) {
  return (
    <EmptyState
      isPage
      title={`No such ${resource}`}
      hint="It may have been deleted, or the address may be incomplete."
      action={backLink}
    />
  )
}
