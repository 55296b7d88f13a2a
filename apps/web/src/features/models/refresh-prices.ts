import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

/** Refetches the table and the list prices it lacks. */
export const refreshPrices = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: api.models.prices.key() }),
    queryClient.invalidateQueries({ queryKey: api.models.newListPrices.key() }),
  ])
