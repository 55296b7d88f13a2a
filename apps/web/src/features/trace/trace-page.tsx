import { PageHeader } from '../../ui/page-header.tsx'

export function TracePage() {
  return <PageHeader title="Trace" />
}
