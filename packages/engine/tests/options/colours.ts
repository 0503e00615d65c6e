export const RED = '#ff0000'
export const GREEN = '#00ff00'
export const BLUE = '#0000ff'
export const WHITE = '#ffffff'
