import { PageHeader } from '../../ui/page-header.tsx'

export function WorkbenchPage() {
  return <PageHeader title="Workbench" />
}
