import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'

const route = getRouteApi('/traces/$traceId')

/** The selection is part of the address, and so the same in every lens. */
export function useSelectSpan(): (spanId: string) => void {
  const navigate = route.useNavigate()
  return useCallback(
    (spanId) => void navigate({ search: (search) => ({ ...search, span: spanId }), replace: true }),
    [navigate],
  )
}
