import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useWhileHere } from '../../../lib/use-while-here.ts'

const route = getRouteApi('/traces/$traceId')

/** The selection is part of the address, and so the same in every lens. */
export function useSelectSpan(): (spanId: string) => void {
  const navigate = route.useNavigate()
  const whileHere = useWhileHere()
  return useCallback(
    (spanId) =>
      whileHere(() =>
        navigate({ search: (search) => ({ ...search, span: spanId }), replace: true }),
      ),
    [navigate, whileHere],
  )
}
