import { PageHeader } from '../../ui/page-header.tsx'

export function TracesPage() {
  return <PageHeader title="Traces" />
}
