/** The id of a post's heading. By the post's place, because a name can hold anything. */
export function sectionId(place: number): string {
  return `post-${place}`;
}
