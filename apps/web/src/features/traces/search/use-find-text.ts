import { getRouteApi } from '@tanstack/react-router'
import { useWhileHere } from '../../../lib/use-while-here.ts'

const route = getRouteApi('/traces/$traceId')

/** What is looked for in the trace, the same in all lenses: its address says it. */
export function useFindText() {
  const { find = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileHere()
  const setFind = (text: string) =>
    whileHere(() =>
      navigate({
        search: (search) => ({ ...search, find: text === '' ? undefined : text }),
        replace: true,
      }),
    )
  return { find, setFind }
}
