/** A sealed secret opens for its alert alone. */
export const sealPlace = ({ workspace_id, id }: { workspace_id: string; id: string }): string =>
  `alert ${workspace_id} ${id}`
