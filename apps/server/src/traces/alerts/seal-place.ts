/** Binds a sealed secret to its alert. */
export const secretContext = ({ workspace_id, id }: { workspace_id: string; id: string }): string =>
  `alert ${workspace_id} ${id}`
