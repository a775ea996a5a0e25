/** The part that the page takes of Lean QR. */
export function generate(text: string): { size: number; get(x: number, y: number): boolean };
