"""Commands about what memories belong to: projects with their overviews, channels, sessions."""
