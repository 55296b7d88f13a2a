import { Button, VisuallyHidden } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useMatches, useRouter } from '@tanstack/react-router'
import { errorCode, isInvalidId } from '../lib/api/describe-error.ts'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'
import { NotFound } from '../ui/feedback/not-found.tsx'
import { SkeletonRows } from '../ui/feedback/skeleton-rows.tsx'

const useStaticData = () => useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} })

export function RoutePending() {
  const { contentLabel = 'the page' } = useStaticData()
  return <SkeletonRows contentLabel={contentLabel} />
}

export function RouteError({ error, reset }: ErrorComponentProps) {
  const { contentLabel = 'the page', section } = useStaticData()
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const missing = isInvalidId(error)
    ? contentLabel.replace(/^the /, '')
    : /^NO_SUCH_(\w+)$/.exec(errorCode(error) ?? '')?.[1]?.toLowerCase()
  if (missing) return <NotFound resource={missing} backLink={<BackButtons />} />

  const handleRetry = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  return (
    <>
      <VisuallyHidden component="h1">{section?.title ?? 'Lathe'}</VisuallyHidden>
      <ErrorPanel action={`load ${contentLabel}`} error={error} onRetry={handleRetry} />
    </>
  )
}

export function RouteNotFound() {
  return <NotFound resource="page" backLink={<BackButtons />} />
}

/** To the list the page belongs to; its filters are in the history, so going back keeps them. */
function BackButtons() {
  const { section } = useStaticData()
  const router = useRouter()
  return (
    <>
      {router.history.canGoBack() && (
        <Button variant="default" onClick={() => router.history.back()}>
          Back
        </Button>
      )}
      <Button variant="default" renderRoot={(props) => <Link to={section?.to ?? '/'} {...props} />}>
        {section ? `All ${section.lists ?? section.title.toLowerCase()}` : 'Overview'}
      </Button>
    </>
  )
}
