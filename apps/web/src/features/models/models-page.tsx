import { PageHeader } from '../../ui/page-header.tsx'

export function ModelsPage() {
  return <PageHeader title="Models" />
}
