import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, type RenderResult } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { cssVariablesResolver, theme } from '../theme/theme.ts'

/** Renders within theme and queries, without transitions, retries or a cache of other tests. */
export function renderInApp(children: ReactNode): RenderResult {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } })
  return render(children, {
    wrapper: ({ children }) => (
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
        <QueryClientProvider client={queries}>
          <Suspense fallback="waiting">{children}</Suspense>
        </QueryClientProvider>
      </MantineProvider>
    ),
  })
}
