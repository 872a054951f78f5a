export const JobsTray = () => null;
