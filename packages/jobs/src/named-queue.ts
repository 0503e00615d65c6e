// Workers may serve a queue of renders of their own: other machines, another place, another build of the engine.

/** The name that the broker has for a queue of renders; without a name it is the one that workers serve by default. */
export function rendersQueue(name?: string): string {
  return name ? `renders-${name}` : 'renders'
}
